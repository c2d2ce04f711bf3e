import { type Columns } from "./panels.js";

/** A seat as these debates know it: seats of one name but different models are different seats. */
export interface PanelSeat {
  readonly seat: string;
  readonly model: string;
}

export interface PanelSeats {
  /** In order of first appearance. */
  readonly seats: readonly PanelSeat[];
  /** Per composition and position, an index into `seats`. */
  readonly of: readonly Uint16Array[];
}

/** The seats that some debate of these columns has. */
export function panelSeats({ size, composition, compositions }: Columns): PanelSeats {
  const present = new Uint8Array(compositions.length);
  for (let debate = 0; debate < size; debate++) present[composition[debate]] = 1;
  const places = new Map<string, number>();
  const seats: PanelSeat[] = [];
  const of = compositions.map((each, index) =>
    Uint16Array.from(present[index] === 0 ? [] : each.seats, ({ seat, model }) => {
      const key = JSON.stringify([seat, model]);
      const place = places.get(key) ?? seats.push({ seat, model }) - 1;
      places.set(key, place);
      return place;
    }),
  );
  return { seats, of };
}
