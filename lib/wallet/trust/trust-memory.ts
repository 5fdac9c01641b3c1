import { readFileSync, writeFileSync } from 'node:fs'
import { readJsonObject } from '../json'

/** What the wallet keeps between runs: the highest sequence number that each list had (E602-6.3.2). */
export interface TrustMemory {
  sequenceOf: (list: string) => number | null
  learn: (list: string, sequence: number) => void
}

/** How many lists are remembered; the one that was learned first goes first. */
const listsMax = 200

/** A memory that starts with these numbers; `keep` gets all of them whenever one is new. */
export function createTrustMemory(
  known: Readonly<Record<string, number>> = {},
  keep: (all: Record<string, number>) => void = () => {},
): TrustMemory {
  const sequences = new Map(Object.entries(known).slice(-listsMax))
  return {
    sequenceOf: (list) => sequences.get(list) ?? null,
    learn: (list, sequence) => {
      if ((sequences.get(list) ?? -1) >= sequence) return
      sequences.delete(list)
      sequences.set(list, sequence)
      for (const oldest of sequences.keys()) if (sequences.size > listsMax) sequences.delete(oldest)
      keep(Object.fromEntries(sequences))
    },
  }
}

/**
 * A memory in a file, which is made when something is learned. A file that holds something else is read as an empty one. Throws
 * what the file system throws, except where there is no file yet.
 */
export function openTrustMemory(file: string): TrustMemory {
  const known = Object.entries(readJsonObject(contentOf(file)) ?? {}).filter(isSequence)
  return createTrustMemory(Object.fromEntries(known), (all) => writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`))
}

function isSequence(entry: [string, unknown]): entry is [string, number] {
  return Number.isSafeInteger(entry[1]) && Number(entry[1]) >= 0
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
