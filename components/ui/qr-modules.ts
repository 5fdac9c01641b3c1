export interface Code {
  /** See `packModules`. */
  readonly modules: string
  /** Modules per row. */
  readonly size: number
}

/** Packs a QR code's modules, row by row, into text with six modules per character: Base64 of the bits, 1 for dark. */
export function packModules(modules: Uint8Array): string {
  const bytes = new Uint8Array(Math.ceil(modules.length / 8))
  modules.forEach((dark, index) => {
    if (dark) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (0x80 >> (index & 7))
  })
  return btoa(String.fromCharCode(...bytes))
}

/** Unpacks such text. Returns whether the module at an index is dark; false beyond the end. */
export function unpackModules(text: string): (index: number) => boolean {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return (index) => ((bytes[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0
}
