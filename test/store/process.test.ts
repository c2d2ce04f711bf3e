import { expect, it } from "@jest/globals";
import { fate, type ProcessIdentity, thisProcess } from "../../src/store/process.js";

const self: ProcessIdentity = {
  host: "here",
  machine: "machine",
  boot: "boot",
  namespace: "pid:[4026531836]",
  pid: 10,
  start: "100",
};
const container = { machine: null, namespace: "pid:[4026532000]", pid: 1 };
const gone = () => false;
const runs = () => true;

it.each<
  [string, Partial<ProcessIdentity>, Partial<ProcessIdentity>, boolean, string | null, "LIVE" | "DEAD" | "UNKNOWN"]
>([
  ["the very process", {}, {}, true, "100", "LIVE"],
  ["a process that is gone", { pid: 9 }, {}, false, null, "DEAD"],
  ["a later process of its id", { pid: 9, start: "90" }, {}, true, "95", "DEAD"],
  ["a process whose start cannot be read", { pid: 9 }, {}, true, null, "LIVE"],
  ["a lock that says no start", { pid: 9, start: null }, {}, true, "95", "LIVE"],
  ["a process before the reboot", { boot: "earlier" }, {}, true, "100", "DEAD"],
  ["another host", { host: "there" }, {}, false, null, "UNKNOWN"],
  ["another machine of this name", { machine: "other", boot: "other" }, {}, false, null, "UNKNOWN"],
  ["another container on this machine", { ...container, namespace: "pid:[1]" }, container, false, null, "UNKNOWN"],
  [
    "a container whose machine may be another after the move",
    { ...container, boot: "other" },
    container,
    false,
    null,
    "UNKNOWN",
  ],
  ["this container's earlier process", container, { ...container, start: "200" }, true, "200", "DEAD"],
])("%s", (_, other, own, exists, start, expected) => {
  expect(fate({ ...self, ...other }, { ...self, ...own }, () => start, exists ? runs : gone)).toBe(expected);
});

it("this process is live, and knows itself", () => {
  expect(fate(thisProcess())).toBe("LIVE");
  expect(thisProcess().pid).toBe(process.pid);
});
