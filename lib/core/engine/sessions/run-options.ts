import { z } from 'zod'
import type { StoredEvent } from '../../shared/ports/store-types'
import { createNames } from '../redaction/names/names'
import { redactVisible } from '../redaction/values/redact-text'
import { optionsWith } from './session-option'
import { askedPlace, displayable } from './z-session'

/** Requires a visible character: a name of zero-width spaces alone is not a name. */
export const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Maximum length of a name in characters. */
const nameLengthMax = 100

/** A name given by a tester: one displayable line. */
export const zName = (description: string) =>
  z.string().trim().min(1).max(nameLengthMax).regex(displayable).regex(visible).meta({ description })

/** The name options of sessions and campaigns. */
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

/** A name as stored: without obvious secrets, cut to the maximum length. */
export const keptName = (name: string): string => redactVisible(name, names).slice(0, nameLengthMax).toWellFormed()

/** The current name of a session; `null` for none. */
export function nameOf(
  options: { readonly name?: string },
  events: readonly Pick<StoredEvent, 'type' | 'detail'>[],
): string | null {
  const given = events.findLast(({ type }) => type === 'session_named')?.detail.name
  return typeof given === 'string' ? given : (options.name ?? null)
}

/** The rule stated in a refusal. */
interface Refusal {
  readonly must: string
}

const option = optionsWith<unknown, Refusal>()

/** Marks our extension members in the OpenAPI document. */
const extension = { 'x-extension': true }

/** Session request members for name, preset and campaign, of both issuer and verifier. */
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
  /** Digest of the secret that allows renaming. */
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
  workbench: option({
    schema: askedPlace.workbench,
    keep: null,
    sealed: [[]],
    form: { none: 'Its page makes sessions of a workbench.' },
  }),
  started_by: option({
    schema: askedPlace.started_by,
    keep: null,
    form: { none: 'A form is sent by a person.' },
  }),
}
