import { randomBytes } from 'node:crypto'
import { textWithoutPrivateKeys } from '@/lib/core/shared/values/private-keys'
import type { OperatorSession } from './operator-sessions'

/** A form that an operator is filling in, or that was refused, so that the page can show it again as it was typed. */
export interface OperatorDraft {
  /** What the form is about. */
  readonly subject: string
  /** Its fields, by name. */
  readonly fields: readonly (readonly [name: string, text: string])[]
  /** The places that are wrong. */
  readonly problems: readonly { readonly path: string; readonly message: string }[]
  /** Why it was not carried out, as an error code; `null` if nobody asked for that. */
  readonly refusal: string | null
}

/** Drafts of operators, in memory: a redirect leads to a page that shows one. */
export interface OperatorDrafts {
  /** Keeps a draft without the private keys in it, and returns its id. Under `replaced`, the id of an earlier one of the session, nothing is kept any more. */
  keep(session: OperatorSession, draft: OperatorDraft, replaced?: string): string
  /** The draft of a session; `null` if it is gone, another session's, or about something else. */
  find(session: OperatorSession, id: string, subject: string): OperatorDraft | null
  drop(session: OperatorSession, id: string): void
}

const draftsMax = 100
/** Characters that all drafts may have: at most a dozen of the longest forms. */
const charactersMax = 8 * 1024 * 1024

const charactersOf = ({ fields }: OperatorDraft): number =>
  fields.reduce((sum, [name, text]) => sum + name.length + text.length, 0)

/** Keeps the newest drafts; the oldest are dropped first. */
export function createOperatorDrafts(): OperatorDrafts {
  const kept = new Map<string, { readonly owner: string; readonly draft: OperatorDraft; readonly characters: number }>()
  let characters = 0
  const forget = (id: string): void => {
    characters -= kept.get(id)?.characters ?? 0
    kept.delete(id)
  }
  const own = ({ formToken }: OperatorSession, id: string) => {
    const found = kept.get(id)
    return found?.owner === formToken ? found : undefined
  }
  return {
    keep(session, typed, replaced = '') {
      const draft = {
        ...typed,
        fields: typed.fields.map(([name, text]) => [name, textWithoutPrivateKeys(text)] as const),
      }
      if (own(session, replaced) !== undefined) forget(replaced)
      const id = randomBytes(12).toString('base64url')
      const size = charactersOf(draft)
      kept.set(id, { owner: session.formToken, draft, characters: size })
      characters += size
      for (const oldest of kept.keys()) {
        if (kept.size <= 1 || (kept.size <= draftsMax && characters <= charactersMax)) break
        forget(oldest)
      }
      return id
    },
    find(session, id, subject) {
      const found = own(session, id)
      return found !== undefined && found.draft.subject === subject ? found.draft : null
    },
    drop(session, id) {
      if (own(session, id) !== undefined) forget(id)
    },
  }
}
