/**
 * Milliseconds that a record may enter the ledger after one that arrived later: a request is recorded when it is answered,
 * and stands where it arrived.
 */
const overtakenMillis = 15_000

/**
 * The records of a list, oldest first, that a page whose newest row has this id may lack; some of them it may have. All
 * records for `null` and for an id that is not in the list.
 */
export function arrivedSince<Of extends { readonly id: string; readonly at: string }>(
  records: readonly Of[],
  after: string | null,
): readonly Of[] {
  const newest = after === null ? undefined : records.find(({ id }) => id === after)
  if (newest === undefined) return records
  const from = Date.parse(newest.at) - overtakenMillis
  return records.filter(({ id, at }) => id !== after && Date.parse(at) >= from)
}
