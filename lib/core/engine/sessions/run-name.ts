import { z } from 'zod'
import type { StoredEvent } from '../../ground/ports/store-types'
import { createNames } from '../redaction/names/names'
import { redactVisible } from '../redaction/values/redact-text'

/**
 * Rejects control characters, which a terminal obeys, and characters that reverse the text around them. UAX #9 section
 * 2
 */
export const displayable = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u
/** Requires a visible character: a name of zero-width spaces alone is not a name. */
export const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** How many characters a name may have. */
export const nameLengthMax = 100

/** A name that a tester gives: one line that can be shown. */
export const zName = (description: string) =>
  z.string().trim().min(1).max(nameLengthMax).regex(displayable).regex(visible).meta({ description })

/** What a tester says of the name of a run, for the options of sessions and the members of campaigns. */
export const askedName = {
  name: zName('Your name for this run, at most 100 characters.').optional(),
  rename_digest: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional()
    .meta({
      description: 'SHA-256 (base64url) of a secret of yours: who sends the secret may change the name later.',
    }),
} as const

const names = createNames()

/** A name as it is kept: without what can only be a secret, and never longer than a name may be. */
export const keptName = (name: string): string => redactVisible(name, names).slice(0, nameLengthMax).toWellFormed()

/** The name of a session: the last one that it was given; `null` for none. */
export function nameOf(
  options: { readonly name?: string },
  events: readonly Pick<StoredEvent, 'type' | 'detail'>[],
): string | null {
  const given = events.findLast(({ type }) => type === 'session_named')?.detail.name
  return typeof given === 'string' ? given : (options.name ?? null)
}
