/** A bar in text: as long as the share of the width, at least one mark for anything that is not nothing. */
export const bar = (share: number | null, width = 40): string =>
  "#".repeat(share === null || share <= 0 ? 0 : Math.max(1, Math.round(share * width)));
