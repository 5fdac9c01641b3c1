import { expect, it } from 'vitest'
import { type Contradiction, contradictionIn } from './contradictions'
import { completeLaboratory } from './laboratory-options'

const says = 'Nobody signs for a minute.'
const among: Contradiction[] = [
  {
    members: ['/laboratory/lifetime_seconds', '/laboratory/signed_metadata'],
    says,
    holds: ({ lifetime_seconds: seconds, signed_metadata: signed }) => seconds === 60 && signed === 'on_request',
  },
]
const beside = { issuer_configuration_id: 'eu-pid-device-bound', fault: null, baseUrl: 'https://issuer.example' }

it('finds a contradiction among the completed options, and none where a value fits', () => {
  const options = (asked: object) => completeLaboratory({ lifetime_seconds: 60, ...asked })
  expect(contradictionIn(options({}), beside, among)?.says).toBe(says)
  expect(contradictionIn(options({ signed_metadata: 'never' }), beside, among)).toBeNull()
})
