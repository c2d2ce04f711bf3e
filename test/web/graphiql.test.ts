import { afterAll, expect, it } from "@jest/globals";
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { testServer } from "./testServer.js";

// Opens the query page in a real browser, runs a question, and looks at every request the page makes.
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
if (!executablePath) console.warn("skipped: no Chromium in /usr/bin to open the query page with");

let browser: Browser | undefined;
let server: Awaited<ReturnType<typeof testServer>> | undefined;
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

(executablePath ? it : it.skip)("the query page runs a question and asks nobody but its own server", async () => {
  server = await testServer();
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage();
  const asked = new Set<string>();
  const failures: string[] = [];
  page.on("request", (request) => asked.add(new URL(request.url()).origin));
  page.on("pageerror", (error) => failures.push(error.message));
  page.on("console", (message) => message.type() === "error" && failures.push(message.text()));
  await page.goto(`${server.url}/graphql?query=${encodeURIComponent("{ hello }")}`);
  await page.click("button.graphiql-execute-button");
  await page.getByText('"world"').waitFor();
  expect([...asked].filter((origin) => origin !== "null")).toEqual([server.url]);
  expect(failures).toEqual([]);
});
