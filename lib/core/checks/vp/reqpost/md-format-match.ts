import { readDcqlQuery } from '../../../dcql/read-dcql-query'
import { isObject, type Json } from '../../../json'
import type { RequestFetchReading } from '../../../oid4vp/request/request-fetch-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onWalletMetadata } from '../../judgements/presentation/on-wallet-metadata'
import { shown } from '../../judgements/shown'

export const vpReqpostMdFormatMatch = defineCheck<RequestFetchReading>('vp.reqpost.md_format_match', {
  title: 'wallet_metadata names a format that the query asks for',
  clauses: ['OID4VP-1FINAL-10.1'],
  level: 'should',
  needs: ['vp.reqpost.md_vp_formats'],
  why: 'A wallet that has none of the formats cannot answer, and one that answers in a format it did not list misled the verifier.',
  hint: 'List every format that you can present in vp_formats_supported.',
  run: onWalletMetadata(({ value }, { session }) => {
    const asked = formatsOf(session.request.dcql_query)
    if (asked.length === 0) return notApplicable('The request has no DCQL query to compare with.')
    const formats = isObject(value.vp_formats_supported) ? Object.keys(value.vp_formats_supported) : []
    return asked.some((format) => formats.includes(format))
      ? pass(asked.filter((format) => formats.includes(format)))
      : violated({ expected: asked, actual: formats.slice(0, 20).map(shown) })
  }),
})

const formatsOf = (query: Json | undefined): string[] =>
  query === undefined ? [] : [...new Set(readDcqlQuery(query).credentials.map(({ format }) => format))]
