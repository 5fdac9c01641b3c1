import { askedName, keptName, nameLengthMax } from './run-name'
import { optionsWith } from './session-option'
import { askedPlace } from './z-session-place'

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
