import { expect, it } from 'vitest'
import { registeredTypes } from './registered-rows'

const pid = { format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } }
const mdl = { format: 'mso_mdoc', meta: { doctype_value: 'org.iso.18013.5.1.mDL' } }

it('tells what is asked for, what of it is not registered, and what is registered and not asked for', () => {
  const asked = [{ ...pid, claim: [{ path: ['family_name'] }, { path: ['nationalities', null] }] }, mdl]
  const over = [{ ...pid, claim: [{ path: ['nationalities', null] }] }, mdl]
  const registered = [{ ...pid, claim: [{ path: ['family_name'] }, { path: ['birthdate'] }] }]
  expect(registeredTypes({ registered, asked, over_asked: over })).toEqual([
    {
      format: 'dc+sd-jwt',
      type: 'urn:eudi:pid:1',
      rows: [
        { claim: 'family_name', standing: 'asked' },
        { claim: 'nationalities.*', standing: 'over_asked' },
        { claim: 'birthdate', standing: 'not_asked' },
      ],
    },
    { format: 'mso_mdoc', type: 'org.iso.18013.5.1.mDL', rows: [{ claim: null, standing: 'over_asked' }] },
  ])
})

it('marks nothing where no certificate says what is registered', () => {
  expect(registeredTypes({ registered: [], asked: [pid], over_asked: null })).toMatchObject([
    { rows: [{ claim: null, standing: 'asked' }] },
  ])
})
