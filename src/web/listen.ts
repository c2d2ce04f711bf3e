import { type Server } from "node:net";
import { UserError } from "../errors.js";

/** Listens, or says in words that the port is taken or not to be had. */
export async function listen(server: Server, host: string, port: number): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, () => {
        server.off("error", reject);
        resolve();
      });
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new UserError("CONFLICT", `port ${port} on ${host} is taken by another process; set PORT to a free one`);
    if (code === "EACCES") throw new UserError("BAD_INPUT", `port ${port} on ${host} may not be used by this user`);
    if (code === "ENOTFOUND" || code === "EADDRNOTAVAIL")
      throw new UserError("BAD_INPUT", `HOST: expected an address of this machine, got ${host}`);
    throw error;
  }
}
