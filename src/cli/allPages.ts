interface Page<T> {
  readonly edges: readonly { readonly node: T }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** The longest page that most connections give. */
const PAGE = 100;

/** Every node of a connection, a page at a time. `ask` answers with the connection under the name `page`. */
export async function* allPages<T>(
  ask: (variables: { readonly first: number; readonly after: string | null }) => Promise<{ readonly page: Page<T> }>,
  length: number = PAGE,
): AsyncGenerator<T, void> {
  for (let after: string | null = null; ;) {
    const { page }: { page: Page<T> } = await ask({ first: length, after });
    for (const { node } of page.edges) yield node;
    if (!page.pageInfo.hasNextPage) return;
    after = page.pageInfo.endCursor;
  }
}
