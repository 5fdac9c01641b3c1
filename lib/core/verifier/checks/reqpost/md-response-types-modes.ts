import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say, word } from '../../../ground/values/wording'
import { onWalletMetadata } from '../../judgements/on-wallet-metadata'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const reqpostMdResponseTypesModes = defineCheck<RequestFetchReading>('vp.reqpost.md_response_types_modes', {
  title: 'Wallet metadata lists the response type and mode of the request',
  problem: 'The wallet metadata does not list the response type and mode of the request',
  clauses: ['OID4VP-1FINAL-10.1', 'RFC8414-2'],
  level: 'info',
  why: 'A verifier may give up on a wallet whose metadata omits what it supports.',
  hint: 'List the response type and mode in response_types_supported and response_modes_supported.',
  run: onWalletMetadata(({ value }, { session }) => {
    const { response_types_supported: types, response_modes_supported: modes } = value
    if (types === undefined && modes === undefined)
      return notApplicable(say`The metadata names neither types nor modes.`)
    const holds = (list: unknown, wanted: string) =>
      list === undefined || (Array.isArray(list) && list.includes(wanted))
    return holds(types, session.responseType) && holds(modes, session.responseMode)
      ? pass()
      : violated({
          expected: [word(session.responseType), word(session.responseMode)],
          actual: [types, modes]
            .flat()
            .slice(0, 20)
            .map((name) => shown(name)),
        })
  }),
})
