import type { CredentialSetQuery, DcqlQuery } from '../../shared/dcql/dcql-query'
import type { DuplicatePresentation, QueryAnswer, SetMatch, TokenMatch } from '../../shared/dcql/dcql-reading'
import type { VpTokenReading } from './read-vp-token'

/**
 * Matches a VP Token against its query. A credential query counts as answered if anything is under its id, good or bad:
 * `matchCredentialQuery` judges that. Never throws. OID4VP-1FINAL-6.4.2, OID4VP-1FINAL-8.1
 */
export function matchToken({
  query,
  token,
  instanceOf,
}: {
  readonly query: DcqlQuery
  readonly token: VpTokenReading
  /** Identifies the credential instance of a presentation; `null` if unknown. */
  readonly instanceOf: (queryId: string, index: number) => string | null
}): TokenMatch {
  const entries = new Map(token.entries.map((entry) => [entry.queryId, entry]))
  const isAnswered = (id: string): boolean => (entries.get(id)?.elements.length ?? 0) > 0
  const ids = query.credentials.map(({ id }) => id)
  const sets = query.credentialSets?.map((set) => matchSet(set, isAnswered)) ?? null
  const unanswered = sets === null ? ids.filter((id) => !isAnswered(id)) : null
  const satisfied =
    sets === null ? unanswered?.length === 0 : sets.every(({ required, chosen }) => !required || chosen !== null)
  const chosen = new Set(sets?.flatMap((set) => (set.chosen === null ? [] : (set.options[set.chosen]?.ids ?? []))))
  return {
    unknownIds: token.entries.map(({ queryId }) => queryId).filter((id) => !ids.includes(id)),
    answers: query.credentials.map(({ id, multiple }): QueryAnswer => {
      const entry = entries.get(id)
      return {
        queryId: id,
        multiple,
        required: isRequired(id, query),
        presentations: entry?.elements.length ?? 0,
        emptyEntry: entry?.elements.length === 0,
      }
    }),
    duplicates: duplicatesOf(token, instanceOf),
    unanswered,
    sets,
    satisfied,
    partial: !satisfied && token.entries.some(({ elements }) => elements.length > 0),
    surplus: sets === null ? [] : ids.filter((id) => isAnswered(id) && !chosen.has(id)),
  }
}

const isRequired = (id: string, { credentialSets }: DcqlQuery): boolean =>
  credentialSets === null ||
  credentialSets.some(({ required, options }) => required && options.every((option) => option.includes(id)))

function matchSet({ index, required, options }: CredentialSetQuery, isAnswered: (id: string) => boolean): SetMatch {
  const matched = options.map((ids) => {
    const delivered = ids.filter(isAnswered)
    return { ids, delivered, complete: delivered.length === ids.length }
  })
  const most = Math.max(0, ...matched.map(({ complete, ids }) => (complete ? ids.length : 0)))
  const chosen = matched.findIndex(({ complete, ids }) => complete && ids.length === most)
  return { index, required, options: matched, chosen: chosen >= 0 ? chosen : null }
}

/** Presentations that repeat an earlier one, each listed once. */
function duplicatesOf(
  token: VpTokenReading,
  instanceOf: (queryId: string, index: number) => string | null,
): DuplicatePresentation[] {
  const byText = new Map<string, DuplicatePresentation['first']>()
  const byInstance = new Map<string, DuplicatePresentation['first']>()
  return token.entries.flatMap(({ queryId, elements }) =>
    elements.flatMap(({ index, text }): DuplicatePresentation[] => {
      if (text === null) return []
      const second = { queryId, index }
      const instance = instanceOf(queryId, index)
      const instanceKey = instance === null ? null : JSON.stringify([queryId, instance])
      const sameText = byText.get(text)
      const sameInstance = instanceKey === null ? undefined : byInstance.get(instanceKey)
      if (sameText === undefined) byText.set(text, second)
      if (instanceKey !== null && sameInstance === undefined) byInstance.set(instanceKey, second)
      if (sameText !== undefined) return [{ first: sameText, second, sameAs: 'text' }]
      return sameInstance === undefined ? [] : [{ first: sameInstance, second, sameAs: 'credential' }]
    }),
  )
}
