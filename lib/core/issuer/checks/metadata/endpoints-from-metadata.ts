import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import type { MisdirectedReading } from '../../../engine/endpoints/misdirected-reading'
import { quoteStart, say } from '../../../ground/values/wording'

export const metadataEndpointsFromMetadata = defineCheck<MisdirectedReading>('vci.metadata.endpoints_from_metadata', {
  title: 'Wallet calls only addresses that the metadata publishes',
  problem: 'The wallet called an address that the metadata does not publish',
  clauses: ['OID4VCI-1FINAL-12.2.4'],
  level: 'should',
  why: 'A guessed address may work with one issuer and fail with the next.',
  hint: 'Read every endpoint address from the metadata documents instead of building it.',
  run: ({ operation, answered, path }) => {
    if (path.includes('/.well-known/')) return notApplicable(say`The request is for a document, not for an endpoint.`)
    if (operation !== null) return answered ? pass() : notApplicable(say`The address exists; only the method is wrong.`)
    return violated({ expected: say`a published address`, actual: quoteStart(path, 200) })
  },
})
