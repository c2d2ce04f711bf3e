import { type Progress } from "../import/readRun.js";
import { Presets, SingleBar } from "cli-progress";

const PLAIN_EVERY_MS = 5_000;

/**
 * Progress of one file on stderr: a bar with rate and time left on a terminal, a plain line every few seconds elsewhere
 * (logs, CI). Nothing is printed for a file that is done before the first of them is due.
 */
export function showProgress(name: string, stream: NodeJS.WriteStream = process.stderr, now = Date.now) {
  const start = now();
  const rate = (count: number) => Math.round((count * 1000) / Math.max(1, now() - start));
  if (!stream.isTTY) {
    let last = start;
    return {
      update({ read, total, debates }: Progress) {
        if (now() - last < PLAIN_EVERY_MS) return;
        last = now();
        const part = total ? `${Math.floor((100 * read) / total)} %, ` : "";
        const left = total && read > 0 ? `, ${Math.ceil(((now() - start) * (total - read)) / read / 1000)} s left` : "";
        stream.write(`${name}: ${part}${debates} debates, ${rate(debates)}/s${left}\n`);
      },
      stop: () => undefined,
    };
  }
  const bar = new SingleBar(
    {
      stream,
      format: `${name} [{bar}] {percentage} % | {debates} debates | {rate}/s | {eta_formatted} left`,
      hideCursor: true,
      clearOnComplete: true,
      barsize: 24,
      etaBuffer: 50,
    },
    Presets.legacy,
  );
  let shown = false;
  return {
    update({ read, total, debates }: Progress) {
      const values = { debates, rate: rate(debates) };
      if (!shown) bar.start(total ?? 0, read, values);
      shown = true;
      bar.update(read, values);
    },
    /** Takes the bar away, so that what is said of the file stands alone. */
    stop() {
      if (shown) bar.stop();
    },
  };
}
