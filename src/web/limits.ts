import { type ApolloServerPlugin } from "@apollo/server";
import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { UserError } from "../errors.js";

/** The deepest introspection of the usual tools is 15 levels; our own deepest useful question is below 20. */
export const MAX_DEPTH = 24;
/** A page of 100 runs with every ledger field costs about 6,000; a page of 100 runs with 100 debates each, 90,000. */
export const MAX_COST = 100_000;
/** Words and signs in one document: bounds parsing and validation, which come before any cost is known. */
export const MAX_TOKENS = 5_000;
/** Pages that do not say how long they are. */
const DEFAULT_PAGE = 20;

interface Extent {
  readonly depth: number;
  readonly cost: number;
}

/**
 * How deep an operation is and how many fields it may answer: one per field, times the length of every page it stands
 * in. Each fragment is measured once, so nested fragments cannot make the measuring itself expensive.
 */
export function extent(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Extent {
  const fragments = new Map(
    document.definitions.flatMap((d) => (d.kind === Kind.FRAGMENT_DEFINITION ? [[d.name.value, d.selectionSet]] : [])),
  );
  const defaults = new Map(
    (operation.variableDefinitions ?? []).map((d) => [
      d.variable.name.value,
      d.defaultValue?.kind === Kind.INT ? Number(d.defaultValue.value) : undefined,
    ]),
  );
  const measured = new Map<string, Extent>();

  function ofSet(set: SelectionSetNode): Extent {
    let depth = 0;
    let cost = 0;
    for (const selection of set.selections) {
      const inner = ofSelection(selection);
      depth = Math.max(depth, inner.depth);
      cost += inner.cost;
    }
    return { depth, cost };
  }

  function ofSelection(node: SelectionNode): Extent {
    if (node.kind === Kind.INLINE_FRAGMENT) return ofSet(node.selectionSet);
    if (node.kind === Kind.FRAGMENT_SPREAD) {
      const name = node.name.value;
      const set = fragments.get(name);
      const known = measured.get(name) ?? (set ? ofSet(set) : { depth: 0, cost: 0 });
      measured.set(name, known);
      return known;
    }
    if (!node.selectionSet) return { depth: 1, cost: 1 };
    const inner = ofSet(node.selectionSet);
    return { depth: 1 + inner.depth, cost: 1 + pageLength(node) * inner.cost };
  }

  function pageLength(node: FieldNode): number {
    for (const { name, value } of node.arguments ?? []) {
      if (name.value !== "first" && name.value !== "last") continue;
      const given =
        value.kind === Kind.VARIABLE
          ? (variables[value.name.value] ?? defaults.get(value.name.value))
          : value.kind === Kind.INT && Number(value.value);
      if (typeof given === "number") return Math.max(1, given);
    }
    const hasEdges = node.selectionSet?.selections.some((s) => s.kind === Kind.FIELD && s.name.value === "edges");
    return hasEdges ? DEFAULT_PAGE : 1;
  }

  return ofSet(operation.selectionSet);
}

/** Refuses operations beyond the limits before anything is executed. */
export const limits: ApolloServerPlugin = {
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: ({ document, operation, request }) => {
        if (operation) {
          const { depth, cost } = extent(document, operation, request.variables ?? {});
          if (depth > MAX_DEPTH)
            throw new UserError("TOO_LARGE", `query: expected at most ${MAX_DEPTH} levels, got ${depth}`);
          if (cost > MAX_COST)
            throw new UserError(
              "TOO_LARGE",
              `query: expected at most ${MAX_COST} fields over all pages, got ${cost}; ask for shorter pages or fewer fields`,
            );
        }
        return Promise.resolve();
      },
    }),
};
