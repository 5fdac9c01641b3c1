/** Kinds of random values in a recording. */
export type Kind = 'uuid' | 'token' | 'hash' | 'key' | 'id' | 'code' | 'file'

/** The placeholders of one file. Equal values get the same number, so that equality stays visible. */
export interface Placeholders {
  /** The placeholder of a value, such as `<uuid:3>`. A known value keeps its placeholder, whatever the kind. */
  of(kind: Kind, value: string): string
  /** The placeholder of a known value, if any; also for prefixes of UUIDs, which pages show. */
  known(value: string): string | undefined
  /** Gives a value a placeholder without a number. */
  name(value: string, placeholder: string): void
}

export function createPlaceholders(): Placeholders {
  const known = new Map<string, string>()
  const counts = new Map<Kind, number>()
  return {
    of(kind, value) {
      const before = known.get(value)
      if (before !== undefined) return before
      const number = (counts.get(kind) ?? 0) + 1
      counts.set(kind, number)
      const placeholder = `<${kind}:${number}>`
      known.set(value, placeholder)
      if (kind === 'uuid') known.set(value.slice(0, 8), `<start of ${kind}:${number}>`)
      return placeholder
    },
    known: (value) => known.get(value),
    name: (value, placeholder) => void known.set(value, placeholder),
  }
}
