import { expect, it } from 'vitest'
import { zLaboratoryOptions } from '@/lib/core/issuer/configurations/laboratory/laboratory-options'
import { laboratoryExamples, laboratoryFieldGroups } from './laboratory-options'

const fields = laboratoryFieldGroups().flatMap(({ fields: some }) => some)
const fieldOf = (name: string) => fields.find((one) => one.name === name)
const membersOf = (name: string) => {
  const control = fieldOf(name)?.control
  return control?.kind === 'members' ? control.members : []
}

it('draws an option as its values ask for', () => {
  expect(fieldOf('lifetime_seconds')).toMatchObject({
    control: { kind: 'number', min: 60, max: 2_592_000 },
    byDefault: '86400',
  })
  expect(fieldOf('signed_metadata')?.control).toEqual({ kind: 'choice', values: ['on_request', 'never'] })
  expect(fieldOf('token_c_nonce')).toMatchObject({ control: { kind: 'switch' }, byDefault: 'false' })
  expect(fieldOf('client_attestation')?.control).toMatchObject({
    kind: 'members',
    members: [
      { name: 'drafts', control: { kind: 'json' }, byDefault: '["07"]' },
      {
        name: 'challenge',
        control: { kind: 'choice', values: ['false', 'true', 'once'], areJson: true },
        byDefault: 'false',
      },
    ],
  })
  const bits = { control: { kind: 'choice', values: ['1', '2', '4', '8'], areJson: true }, byDefault: '2' }
  expect(membersOf('status')).toContainEqual(expect.objectContaining({ name: 'bits', ...bits }))
  // The only id that a reuse policy can have is not asked for.
  expect(membersOf('reuse_policy').map(({ name }) => name)).toEqual(['options'])
})

it('has examples that the interface takes', () => {
  const examples = laboratoryExamples()
  expect(examples.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['own.driving_licence', 'own.diploma', 'own.unbound_ticket', 'lab.batch']),
  )
  for (const { id, laboratory } of examples)
    expect([id, zLaboratoryOptions.safeParse(laboratory).success]).toEqual([id, true])
})

it('says of each option what it does', () => {
  for (const { name, description } of fields) expect([name, description.length > 20]).toEqual([name, true])
})
