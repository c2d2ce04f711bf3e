import { expect, it } from "@jest/globals";
import { resolve } from "node:path";
import { config } from "../src/config.js";

it("without any variable: embedded, on this machine only", () => {
  expect(config({})).toEqual({
    databaseUrl: null,
    ownerUrl: null,
    home: resolve(".counterweight"),
    host: "127.0.0.1",
    port: 4000,
    signingKey: null,
    token: null,
    logLevel: "info",
  });
});

it("an empty variable is an absent one", () => {
  expect(config({ DATABASE_URL: "", PORT: " ", LOG_LEVEL: "" })).toEqual(config({}));
});

it("takes each variable as it is given", () => {
  const given = config({
    DATABASE_URL: "postgresql://a@h/d",
    DATABASE_OWNER_URL: "postgres://o@h/d",
    COUNTERWEIGHT_HOME: "/somewhere",
    HOST: "0.0.0.0",
    PORT: "0",
    COUNTERWEIGHT_SIGNING_KEY: "key",
    COUNTERWEIGHT_TOKEN: "secret token",
    LOG_LEVEL: "debug",
  });
  expect(given).toEqual({
    databaseUrl: "postgresql://a@h/d",
    ownerUrl: "postgres://o@h/d",
    home: resolve("/somewhere"),
    host: "0.0.0.0",
    port: 0,
    signingKey: "key",
    token: "secret token",
    logLevel: "debug",
  });
});

it.each<[string, Record<string, string>, string]>([
  ["a port that is none", { PORT: "65536" }, 'PORT: expected a whole number from 0 to 65535, got "65536"'],
  ["a port that is no number", { PORT: "4e3" }, 'PORT: expected a whole number from 0 to 65535, got "4e3"'],
  ["a level that is none", { LOG_LEVEL: "loud" }, "LOG_LEVEL: expected one of fatal, error"],
  ["another database", { DATABASE_URL: "mysql://a:secret@h/d" }, "DATABASE_URL: expected postgres://"],
  [
    "an owner without a database",
    { DATABASE_OWNER_URL: "postgres://o@h/d" },
    "DATABASE_OWNER_URL: expected DATABASE_URL",
  ],
])("refuses %s, says what was expected, and repeats no password", (_, environment, complaint) => {
  const read = () => config(environment);
  expect(read).toThrow(complaint);
  expect(read).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
  expect(read).not.toThrow("secret");
});
