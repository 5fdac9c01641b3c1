/** A QR code as data. */
export interface Code {
  /** See `packModules`. */
  readonly modules: string
  /** Modules of a row. */
  readonly size: number
}

/** The modules of a QR code, row by row, as text of six modules a character: Base64 of their bits, a dark one is set. */
export function packModules(modules: Uint8Array): string {
  const bytes = new Uint8Array(Math.ceil(modules.length / 8))
  modules.forEach((dark, index) => {
    if (dark) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (0x80 >> (index & 7))
  })
  return btoa(String.fromCharCode(...bytes))
}

/** Reads such a text: whether the module of this index is dark. False behind the end. */
export function unpackModules(text: string): (index: number) => boolean {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return (index) => ((bytes[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0
}
