import { describe, expect, it } from 'vitest'
import type { FieldReading, FormField } from '@/lib/core/engine/sessions/session-form'
import type { Json } from '@/lib/core/ground/values/json'
import { sessionForms } from '@/lib/core/wings'
import { againFields } from '../inspector/again-fields'
import { readOptions } from './read-options'
import * as drawn from './session-form-controls'
import * as written from './session-form-fields'

const values: Readonly<Record<FieldReading, Json>> = {
  text: 'x',
  whole: 90,
  count: 30,
  true: true,
  true_or_false: true,
  object: { a: 1 },
  texts: ['a'],
}
const wings: readonly (readonly [string, readonly FormField[]])[] = [
  ['an issuance', written.issuerFields],
  ['a presentation', written.verifierFields],
]

it('forms have the fields that the options of both wings say', () => {
  const { issuer, verifier } = sessionForms()
  expect({ ...written, ...drawn }).toEqual({
    issuerFields: issuer.fields,
    issuerSentence: issuer.sentence,
    issuerOptionFields: issuer.drawn,
    verifierFields: verifier.fields,
    verifierSentence: verifier.sentence,
    verifierOptionFields: verifier.drawn,
  })
})

describe('"Run again"', () => {
  it.each(wings)(
    'asks for every option as the session kept it, and for none that it leaves out: %s',
    (_kind, fields) => {
      const repeated = fields.filter(({ again }) => again === 'as_kept')
      const asked = Object.fromEntries(
        fields.map(({ option, reading, only }) => [option, only?.[0] ?? values[reading]]),
      )
      const form = new FormData()
      for (const [name, text] of Object.entries(againFields(fields, { options: asked }, {}))) form.set(name, text)
      expect(readOptions(form, fields)).toEqual(
        Object.fromEntries(repeated.map(({ option }) => [option, asked[option]])),
      )
      expect(repeated.length).toBeGreaterThan(3)
    },
  )
})
