/**
 * A CBOR data item (RFC 8949) as received. `encoded` holds its original bytes, head included: digests and signatures
 * cover those, so nothing is ever re-encoded.
 */
export type CborItem =
  | (Base & { readonly kind: 'integer'; readonly value: number | bigint })
  | (Base & { readonly kind: 'bytes'; readonly value: Uint8Array })
  | (Base & { readonly kind: 'text'; readonly value: string })
  | (Base & { readonly kind: 'array'; readonly items: readonly CborItem[] })
  | CborMapItem
  | (Base & { readonly kind: 'tag'; readonly tag: number | bigint; readonly content: CborItem })
  | (Base & { readonly kind: 'simple'; readonly value: boolean | null | undefined | number })
  | (Base & { readonly kind: 'float'; readonly value: number })

/** Entries in their order; names may repeat. */
type CborMapItem = Base & {
  readonly kind: 'map'
  readonly entries: readonly (readonly [name: CborItem, value: CborItem])[]
}

interface Base {
  readonly encoded: Uint8Array
}

/** A decoded CBOR item, with the CBOR embedded in it. */
export interface CborRead {
  /** The outermost item; `null` when it could not be read. */
  readonly root: CborItem | null
  /** Keyed by the byte string object that holds it, not by its content; `null` for one that could not be read. */
  readonly embedded: ReadonlyMap<Uint8Array, CborItem | null>
}

/** The first member of a map with this name; `null` if there is none or this is not a map. */
export function memberOf(item: CborItem | null, name: string | number): CborItem | null {
  if (item?.kind !== 'map') return null
  const found = item.entries.find(([key]) => (key.kind === 'text' || key.kind === 'integer') && key.value === name)
  return found?.[1] ?? null
}

export const textOf = (item: CborItem | null): string | null => (item?.kind === 'text' ? item.value : null)
export const bytesOf = (item: CborItem | null): Uint8Array | null => (item?.kind === 'bytes' ? item.value : null)
export const itemsOf = (item: CborItem | null): readonly CborItem[] | null =>
  item?.kind === 'array' ? item.items : null

/** An integer that JavaScript can hold exactly; `null` for anything else. */
export const integerOf = (item: CborItem | null): number | null =>
  item?.kind === 'integer' && typeof item.value === 'number' ? item.value : null

/** The byte string under tag 24 (embedded CBOR); `null` for anything else. RFC8949-3.4.5.1 */
export const embeddedOf = (item: CborItem | null): Uint8Array | null =>
  item?.kind === 'tag' && item.tag === 24 ? bytesOf(item.content) : null
