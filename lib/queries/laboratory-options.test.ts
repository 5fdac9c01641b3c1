import { expect, it } from 'vitest'
import { laboratoryFieldGroups } from './laboratory-options'

const fields = laboratoryFieldGroups().flatMap(({ fields: some }) => some)
const fieldOf = (name: string) => fields.find((one) => one.name === name)

it('draws an option as its values ask for', () => {
  expect(fieldOf('lifetime_seconds')).toMatchObject({
    control: { kind: 'number', min: 60, max: 2_592_000 },
    byDefault: '86400',
  })
  expect(fieldOf('signed_metadata')?.control).toEqual({ kind: 'choice', values: ['on_request', 'never'] })
  expect(fieldOf('token_c_nonce')).toMatchObject({ control: { kind: 'switch' }, byDefault: 'false' })
  expect(fieldOf('client_attestation')?.control).toEqual({
    kind: 'members',
    members: [
      { name: 'drafts', control: { kind: 'json' }, byDefault: '["07"]' },
      { name: 'challenge', control: { kind: 'switch' }, byDefault: 'false' },
    ],
  })
})

it('says of each option what it does', () => {
  for (const { name, description } of fields) expect([name, description.length > 20]).toEqual([name, true])
})
