import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import type { DcqlQuery } from '../../../ground/dcql/dcql-query'
import { isObject } from '../../../ground/values/json'
import { quote, say } from '../../../ground/values/wording'
import { onWalletMetadata } from '../../judgements/on-wallet-metadata'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'
import { sessionQuery } from '../../read/request/session-query'

export const reqpostMdFormatMatch = defineCheck<RequestFetchReading>('vp.reqpost.md_format_match', {
  title: 'Wallet metadata lists the formats that the query needs',
  problem: 'The wallet metadata does not list the formats that the query needs',
  clauses: ['OID4VP-1FINAL-10.1'],
  level: 'should',
  needs: ['vp.reqpost.md_vp_formats'],
  why: 'A verifier does not ask a wallet for formats that the wallet does not list.',
  hint: 'List every format that you can present in vp_formats_supported.',
  run: onWalletMetadata(({ value }, { session }) => {
    const query = sessionQuery(session, session.request)
    if (query === null || query.credentials.length === 0)
      return notApplicable(say`The request has no DCQL query that the metadata can be compared with.`)
    const formats = isObject(value.vp_formats_supported) ? Object.keys(value.vp_formats_supported) : []
    const covered = query.credentials.filter(({ format }) => formats.includes(format)).map(({ id }) => id)
    return canAnswer(query, covered)
      ? pass(formats.slice(0, 20).map(shown))
      : violated({
          expected: [...new Set(query.credentials.map(({ format }) => format))].map(quote),
          actual: formats.slice(0, 20).map(shown),
        })
  }),
})

/** Whether the query can be satisfied with these credential queries alone. OID4VP-1FINAL-6.4.2 */
const canAnswer = ({ credentials, credentialSets }: DcqlQuery, covered: readonly string[]): boolean =>
  credentialSets === null
    ? credentials.every(({ id }) => covered.includes(id))
    : credentialSets
        .filter(({ required }) => required)
        .every(({ options }) => options.some((option) => option.every((id) => covered.includes(id))))
