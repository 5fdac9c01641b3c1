import { expect, it } from 'vitest'
import type { Contradiction } from './contradiction'
import { contradictionIn } from './contradictions'
import { completeLaboratory } from './laboratory-options'

const says = 'Nobody signs for a minute.'
const among: Contradiction[] = [
  {
    members: ['/laboratory/lifetime_seconds', '/laboratory/signed_metadata'],
    says,
    holds: ({ lifetime_seconds: seconds, signed_metadata: signed }) => seconds === 60 && signed === 'on_request',
  },
]
const beside = {
  issuer_configuration_id: 'eu-pid-device-bound',
  fault: null,
  trust_framework: 'test_root',
  baseUrl: 'https://issuer.example',
} as const

it('finds a contradiction among the completed options, and none where a value fits', () => {
  const options = (asked: object) => completeLaboratory({ lifetime_seconds: 60, ...asked })
  expect(contradictionIn(options({}), beside, among)?.says).toBe(says)
  expect(contradictionIn(options({ signed_metadata: 'never' }), beside, among)).toBeNull()
})

it('is a fault over http where nothing is over https', () => {
  const found = (fault: string | null, baseUrl: string) =>
    contradictionIn(completeLaboratory({}), { ...beside, fault, baseUrl })?.members
  expect(found('issuer_metadata_http_endpoint', 'http://issuer.example')).toEqual(['/fault', 'BASE_URL'])
  expect(found('issuer_metadata_http_endpoint', 'https://issuer.example')).toBeUndefined()
  expect(found('issuer_metadata_404', 'http://issuer.example')).toBeUndefined()
  expect(found(null, 'http://issuer.example')).toBeUndefined()
})

it('is a signer of mdocs as ETSI has it under the test root', () => {
  const found = (trust_framework: 'test_root' | 'eu') =>
    contradictionIn(completeLaboratory({ mdoc_signer: 'etsi' }), { ...beside, trust_framework })?.members
  expect(found('test_root')).toEqual(['/laboratory/mdoc_signer', '/trust_framework'])
  expect(found('eu')).toBeUndefined()
})
