import { z } from 'zod'
import type { StoredEvent } from '../../ground/ports/store-types'
import { createNames } from '../redaction/names/names'
import { redactVisible } from '../redaction/values/redact-text'
import { optionsWith } from './session-option'
import { askedPlace } from './z-session'

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

/** What a refusal says that the member must be. */
interface Refusal {
  readonly must: string
}

const option = optionsWith<unknown, Refusal>()

/** Marks members of ours in the description of the interface. */
const extension = { 'x-extension': true }

/** The members of a session request that say what the session is called and what it belongs to, in both halves. */
export const runOptions = {
  name: option({
    schema: askedName.name.meta({ description: 'Your name for the session, at most 100 characters.', ...extension }),
    keep: (asked): string | undefined => (asked === undefined ? undefined : keptName(asked)),
    form: [
      {
        reading: 'text',
        drawn: {
          control: 'text',
          label: 'Name',
          help: 'Helps you find the session among your runs. You can change it there.',
          max: nameLengthMax,
        },
        again: 'left_out',
      },
    ],
  }),
  /** Who may change the name: it is the digest of what only they have. */
  rename_digest: option({
    schema: askedName.rename_digest.meta({
      description: 'SHA-256 (base64url) of a secret of yours: who sends the secret may change the name later.',
      ...extension,
    }),
    keep: (asked): string | undefined => asked,
    form: [{ reading: 'text', again: 'left_out' }],
  }),
  preset: option({
    schema: askedPlace.preset,
    keep: null,
    form: { none: 'A campaign makes the sessions of its presets.' },
  }),
  campaign_id: option({
    schema: askedPlace.campaign_id,
    keep: null,
    form: { none: 'A campaign makes its sessions.' },
  }),
}
