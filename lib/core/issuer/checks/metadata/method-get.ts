import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import type { MisdirectedReading } from '../../../engine/endpoints/misdirected-reading'
import { quote, say } from '../../../ground/values/wording'

const documents = [
  'getIssuerMetadata',
  'getAuthorizationServerMetadata',
  'getJwtVcIssuerMetadata',
  'getAuthorizationServerKeys',
  'getCredentialKeys',
]

export const metadataMethodGet = defineCheck<MisdirectedReading>('vci.metadata.method_get', {
  title: 'Metadata is fetched with GET',
  problem: 'The metadata was not requested with GET',
  clauses: ['OID4VCI-1FINAL-12.2.2', 'RFC8414-3.1'],
  level: 'must',
  why: 'Metadata documents are read-only, so they only support GET.',
  hint: 'Use GET for every metadata document.',
  run: ({ operation, method, answered }) => {
    if (operation === null || !documents.includes(operation))
      return notApplicable(say`The request is not for a document.`)
    return answered ? pass(say`GET`) : violated({ expected: say`GET`, actual: quote(method) })
  },
})
