import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { isObject } from '../../../ground/values/json'
import { say } from '../../../ground/values/wording'
import { onWalletMetadata } from '../../judgements/on-wallet-metadata'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const reqpostMdVpFormats = defineCheck<RequestFetchReading>('vp.reqpost.md_vp_formats', {
  title: 'Wallet metadata lists the formats that it presents',
  problem: 'The wallet metadata lists no formats that the wallet presents',
  clauses: ['OID4VP-1FINAL-10.1', 'OID4VP-1FINALA-B.2.2', 'OID4VP-1FINALA-B.3.4'],
  level: 'must',
  why: 'Every wallet has to send this member: it tells the verifier what to ask for.',
  hint: 'Send vp_formats_supported with one object per format. Lists of algorithms hold strings for SD-JWT VC and integers for mdoc.',
  run: onWalletMetadata(({ value }) => {
    const formats = value.vp_formats_supported
    if (!isObject(formats) || Object.keys(formats).length === 0)
      return violated({ expected: say`an object with at least one format`, actual: shown(formats) })
    const errors = Object.entries(formats).flatMap(([format, support]) => errorsOf(format, support))
    return errors.length === 0
      ? pass(Object.keys(formats).slice(0, 20).map(shown))
      : violated({ expected: say`non-empty lists of algorithms`, actual: errors.slice(0, 20).map(shown) })
  }),
})

const lists: Readonly<Record<string, { readonly type: 'string' | 'number'; readonly names: readonly string[] }>> = {
  'dc+sd-jwt': { type: 'string', names: ['sd-jwt_alg_values', 'kb-jwt_alg_values'] },
  mso_mdoc: { type: 'number', names: ['issuerauth_alg_values', 'deviceauth_alg_values'] },
}

/** COSE numbers its algorithms with integers, JOSE names them. */
const isEntry: Readonly<Record<'string' | 'number', (entry: unknown) => boolean>> = {
  string: (entry) => typeof entry === 'string',
  number: (entry) => Number.isInteger(entry),
}

function errorsOf(format: string, support: unknown): string[] {
  if (!isObject(support)) return [format]
  const { type, names } = lists[format] ?? { type: 'string', names: [] }
  return names.flatMap((name) => {
    const list = support[name]
    const good = list === undefined || (Array.isArray(list) && list.length > 0 && list.every(isEntry[type]))
    return good ? [] : [`${format}/${name}`]
  })
}
