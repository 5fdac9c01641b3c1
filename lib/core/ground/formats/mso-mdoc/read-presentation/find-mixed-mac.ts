import type { TranscriptVariant } from './session-transcript'

/** A transcript that a device may have used, and the other session whose request it was made for. */
export interface NamedTranscript {
  readonly variant: TranscriptVariant
  readonly encoded: Uint8Array
  readonly session: string | null
}

/** What a MAC covers, and what the salt of its key was made of. */
export interface MixedMac {
  readonly covered: NamedTranscript
  readonly salted: NamedTranscript
}

/** How a MAC is made of transcripts. */
interface MacOf<Key> {
  /** The key with this transcript as salt; `null` where there is none. */
  readonly keyOf: (transcript: NamedTranscript) => Key | null
  /** Whether the MAC is one over this transcript, with that key. */
  readonly proves: (key: Key, transcript: NamedTranscript) => boolean
}

/**
 * Finds the transcript that a wallet used as the salt of its key and the one that its MAC covers, which may be another. One
 * key is derived for each transcript. `null` where none explain the MAC. ISO/IEC 18013-5 section 9.1.3.5
 */
export function findMixedMac<Key>(
  transcripts: readonly NamedTranscript[],
  { keyOf, proves }: MacOf<Key>,
): MixedMac | null {
  for (const salted of transcripts) {
    const key = keyOf(salted)
    const covered = key === null ? undefined : transcripts.find((one) => proves(key, one))
    if (covered !== undefined) return { covered, salted }
  }
  return null
}
