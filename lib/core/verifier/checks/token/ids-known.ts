import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown, shownName } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { onTokenMatch } from '../../judgements/on-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const tokenIdsKnown = defineCheck<ResponseReading>('vp.token.ids_known', {
  title: 'Each entry of the vp_token belongs to a query of the request',
  problem: 'The vp_token has an entry whose name is not the id of a credential query',
  clauses: ['OID4VP-1FINAL-8.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'ValidateVpTokenCredentialIdMatchesDcqlQuery',
  why: 'A presentation without a query was not requested.',
  hint: 'Use the id of the credential query as the name of the entry.',
  run: onTokenMatch((match, { type, entries }, { request }) => {
    if (type !== 'object') return notApplicable(say`The vp_token is not an object.`)
    if (entries.length === 0) return notApplicable(say`The vp_token is empty.`)
    return match.unknownIds.length === 0
      ? pass(entries.map(({ queryId }) => shown(queryId)))
      : violated({
          expected: request.dcql?.credentials.map(({ id }) => quote(id)) ?? [],
          actual: match.unknownIds.slice(0, 20).map(shownName),
        })
  }),
})
