import { expect, it } from 'vitest'
import { withoutValues } from './session-evidence'

it('values of disclosed claims go, wherever they stand, and everything else stays', () => {
  const masked = { redacted: true, present: true }
  const view = (disclosed: unknown, element: unknown) => ({
    observed: [
      {
        disclosures: [{ kind: 'object_property', name: 'address', path: ['address'], salt: masked, value: disclosed }],
        documents: [{ elements: [{ namespace: 'n', element: 'portrait', digest_id: 1, value: element }] }],
      },
    ],
    headers: [{ name: 'Accept', value: '*/*' }],
    value: 'kept',
    none: null,
  })
  expect(withoutValues(view({ locality: 'Bologna' }, ['x']) as never)).toEqual(view(masked, masked))
})
