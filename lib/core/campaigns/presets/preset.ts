import type { JsonObject } from '../../ground/values/json'

/** What the body of a preset may take from the installation. */
export interface PresetFacts {
  /** AuthorityKeyIdentifier of the certificates that credentials of this installation are signed under, base64url. */
  readonly authorityKeyIdentifier: string
  /** A scope that this installation reads as a query; `null` without one. */
  readonly scopeAlias: string | null
}

/** A named session request: one thing to try a wallet with. Nothing about it is hidden, it is only a body. */
export interface Preset {
  /** Public and permanent, like the id of a check. */
  readonly id: string
  readonly kind: 'issuance' | 'presentation'
  /** A sentence for people: what is tried. */
  readonly title: string
  /** `refusal`: a good wallet does not answer, or does not go on. */
  readonly expects: 'answer' | 'refusal'
  /** A sentence for the tester: what has to be done or provided by a person; absent where nothing has. */
  readonly person?: string
  readonly body: (facts: PresetFacts) => JsonObject
}

/** Makes the presets of one kind whose body needs nothing of the installation. */
export const fixed =
  (kind: Preset['kind'], expects: Preset['expects'], common: JsonObject) =>
  (id: string, title: string, body: JsonObject, person?: string): Preset => ({
    id,
    kind,
    title,
    expects,
    ...(person === undefined ? {} : { person }),
    body: () => ({ ...common, ...body }),
  })

/** A title in the form of a heading: one sentence loses its full stop, several keep theirs. */
export const asHeading = (title: string): string => (title.includes('. ') ? title : title.replace(/\.$/, ''))
