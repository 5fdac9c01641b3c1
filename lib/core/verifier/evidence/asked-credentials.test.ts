import { expect, it } from 'vitest'
import { askedCredentials } from './asked-credentials'

it('says in words what a query asks for, of each credential', () => {
  const type = 'eu.europa.ec.eudi.pid.1'
  expect(
    askedCredentials({
      credentials: [
        {
          id: 'a',
          format: 'dc+sd-jwt',
          meta: { vct_values: ['urn:eudi:pid:1'] },
          claims: [{ path: ['family_name'] }, { path: ['address', 'locality'] }, { path: ['nationalities', null] }],
        },
        { id: 'b', format: 'mso_mdoc', meta: { doctype_value: type }, claims: [{ path: [type, 'birth_date'] }] },
        { id: 'c', format: 'dc+sd-jwt', meta: { vct_values: ['https://credentials.example/card'] } },
      ],
    }),
  ).toEqual([
    { name: 'PID as SD-JWT', claims: ['family name', 'address.locality', 'nationalities.*'] },
    { name: 'PID as mdoc', claims: ['birth date'] },
    { name: 'https://credentials.example/card as SD-JWT', claims: [] },
  ])
})

it('says nothing of a query that cannot be read', () => {
  for (const query of [null, 'x', {}, { credentials: 'x' }]) expect(askedCredentials(query)).toEqual([])
})
