import { expect, it } from 'vitest'
import type { LaboratoryField } from '@/lib/queries/laboratory-options'
import { entriesOf, laboratoryRequest } from './laboratory-start'

const field = (name: string, control: LaboratoryField['control']): LaboratoryField => ({
  name,
  control,
  byDefault: 'null',
  description: '',
})

const member = (name: string, control: LaboratoryField['control']) => ({
  name,
  control,
  byDefault: '',
  description: '',
})

const fields = [
  field('scopes', { kind: 'switch' }),
  field('servers', { kind: 'choice', values: ['self', 'two'] }),
  field('seconds', { kind: 'number', min: 1, max: 9 }),
  field('bits', { kind: 'choice', values: ['1', '2'], areJson: true }),
  field('challenge', { kind: 'choice', values: ['false', 'once'], areJson: true }),
  field('other_challenge', { kind: 'choice', values: ['false', 'once'], areJson: true }),
  field('deferred', {
    kind: 'members',
    members: [
      member('interval', { kind: 'number', min: 1, max: 9 }),
      member('outcome', { kind: 'choice', values: ['deny'] }),
    ],
  }),
  field('credentials', { kind: 'json' }),
]

it('leaves out what nobody entered', () => {
  expect(laboratoryRequest(fields, { scopes: '' })).toEqual({ laboratory: {}, unreadable: [] })
})

it('reads each entry as its option is written', () => {
  const entries = {
    scopes: 'false',
    servers: 'two',
    seconds: '5',
    bits: '2',
    challenge: 'once',
    other_challenge: 'false',
    deferred: 'true',
    'deferred.interval': '3',
    'deferred.outcome': 'deny',
    credentials: '[{"id":"a"}]',
  }
  const laboratory = {
    scopes: false,
    servers: 'two',
    seconds: 5,
    bits: 2,
    challenge: 'once',
    other_challenge: false,
    deferred: { interval: 3, outcome: 'deny' },
    credentials: [{ id: 'a' }],
  }
  expect(laboratoryRequest(fields, entries)).toEqual({ laboratory, unreadable: [] })
  expect(entriesOf(fields, laboratory)).toEqual({ ...entries, credentials: '[\n  {\n    "id": "a"\n  }\n]' })
})

it('asks for an object without members too, and for none once it is off', () => {
  expect(laboratoryRequest(fields, { deferred: 'true' }).laboratory).toEqual({ deferred: {} })
  expect(laboratoryRequest(fields, { deferred: '', 'deferred.interval': '3' }).laboratory).toEqual({})
})

it('names what is no JSON yet, and leaves it out', () => {
  expect(laboratoryRequest(fields, { credentials: '[{' })).toEqual({ laboratory: {}, unreadable: ['credentials'] })
})
