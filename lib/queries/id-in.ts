/** What a person typed as one side of a comparison: an id, or any address that ends in one. */
export const idIn = (typed: string): string =>
  typed
    .toLowerCase()
    .match(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g)
    ?.at(-1) ?? typed.trim()
