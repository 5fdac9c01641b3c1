import { expect, it } from 'vitest'
import { illegalLaboratory } from './laboratory'
import { zIssuanceSessionRequest } from './session-options'

const refusalOf = (laboratory: unknown) => {
  const [issue] = zIssuanceSessionRequest.safeParse({ laboratory }).error?.issues ?? []
  if (issue === undefined) throw new Error('The request is legal.')
  return illegalLaboratory(issue)
}

it.each([
  ['a value that is not listed', { signed_metadata: 'x' }, '/laboratory/signed_metadata', ['on_request', 'never']],
  ['a number out of bounds', { lifetime_seconds: 59 }, '/laboratory/lifetime_seconds', undefined],
  ['no object', 'x', '/laboratory', undefined],
  ['an unknown member', { lifetime: 60 }, '/laboratory/lifetime', expect.arrayContaining(['lifetime_seconds'])],
  ['a member whose name is not repeated', { '"<b>': 1 }, '/laboratory', expect.arrayContaining(['lifetime_seconds'])],
])('says where the error is, and what is legal: %s', (_name, laboratory, member, legal) => {
  const { code, members, description } = refusalOf(laboratory)
  expect([code, members.member, members.legal_values]).toEqual(['unsupported_laboratory_option', member, legal])
  expect(description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
})
