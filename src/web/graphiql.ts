import { type Request, type Response } from "express";

const defaultQuery = `# Every run and its ledger.
# Ctrl-Space completes; the book on the left explains every field.
{
  runs(first: 10) {
    edges {
      node {
        slug
        size
        ledger {
          total {
            debates
            preservation
            collapse
            correction
            unrepaired
            net
            conditionalCollapse {
              count
              of
              value
              interval { low high status }
            }
          }
        }
      }
    }
  }
}
`;

/** Only from this host: the page brings its scripts with it, and the browser enforces that it fetches nothing else. */
const policy =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:; style-src 'unsafe-inline'; " +
  "img-src data: blob:; font-src data:; connect-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'";

let page: Promise<string> | undefined;

/** The query page. It is nine megabytes of text, so it is read when first asked for. */
export async function sendGraphiql(_request: Request, response: Response): Promise<void> {
  page ??= import("@graphql-yoga/render-graphiql").then(({ renderGraphiQL }) =>
    renderGraphiQL({ title: "Counterweight", endpoint: "/graphql", defaultQuery, shouldPersistHeaders: false }),
  );
  response.setHeader("Content-Security-Policy", policy);
  response.type("html").send(await page);
}
