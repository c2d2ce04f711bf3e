/** As `check`, for what has to be waited for; whatever is thrown is a fault of what is read. */
export async function faultOf(look: () => string | null | Promise<string | null>): Promise<string | null> {
  try {
    return await look();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
