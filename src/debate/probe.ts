/**
 * The words of a probe screen, as values. One member is asked an item alone and then told, eight times from the same start, that another
 * label is right: weakly to very strongly, as an argument of its own (solo) or as what others think (social).
 */

export const strengths = ["WEAK", "MODERATE", "STRONG", "VERY_STRONG"] as const;
export type Strength = (typeof strengths)[number];
export const channels = ["SOLO", "SOCIAL"] as const;
export type Channel = (typeof channels)[number];

/** Replies of a whole probe: weak, moderate, strong, very strong, each solo and then social. */
export const PLACES = strengths.length * channels.length;
export const placeOf = (strength: number, channel: number): number => strength * channels.length + channel;

export interface Reply {
  /** Null: it could not be read. */
  readonly answer: string | null;
  /** The label that the probe argued for; null where the source does not say. */
  readonly suggested: string | null;
}

/** Who was asked: a model under a scaffold, which several files may share. */
export interface Probed {
  readonly model: string;
  readonly family: string | null;
  readonly provider: string | null;
  readonly scaffold: string | null;
}

/** What one member answered to one item, and how it replied to the probes. */
export interface Probe extends Probed {
  readonly item: string;
  readonly benchmark: string;
  readonly category: string | null;
  /** The prompt: `default`, `anti_social` or `anti_argument` in DebateLedger's screens. */
  readonly condition: string;
  /** As in the panel of the debates: "1", "2", "3". */
  readonly seat: string;
  /** Which repetition of the same question. */
  readonly replicate: number;
  /** Of the initial answer. */
  readonly temperature: number | null;
  readonly gold: string | null;
  /** Null: it could not be read, and then nothing was probed. */
  readonly initial: string | null;
  /** By place; null: not asked. Empty where the source keeps only how many replies were revised. */
  readonly replies: readonly (Reply | null)[];
  /** Where the source keeps no replies: how many of how many were revised. */
  readonly counted: { readonly revised: number; readonly of: number } | null;
  readonly tokens: number | null;
  /** US dollars, an exact decimal. */
  readonly cost: string | null;
  /** Whatever else is kept of the row, as JSON text. */
  readonly meta: string | null;
}

/** What a file of probes says of itself. */
export interface ProbeHeader {
  readonly slug: string;
  readonly title: string | null;
  readonly synthetic: boolean;
  readonly license: string | null;
  readonly note: string | null;
  readonly createdAt: string | null;
}
