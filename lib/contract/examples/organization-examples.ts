import { exampleNames, type OperationExample } from './operation-example'

const key = { 'X-Api-Key': 'wck_f3kq7zma_bm90IGEgcmVhbCBrZXksIGp1c3QgYW4gZXhhbXBsZS4' }
const made = {
  id: 'k4m8r2w6t1y9u5z',
  organization: 'acme',
  name: 'nightly runs',
  prefix: 'q2n5xw7d',
  scopes: ['pipelines:run', 'evidence:read'],
  state: 'valid',
  created_at: exampleNames.at,
  created_by: 'key f3kq7zma',
  expires_at: '2027-11-14T09:41:35.104Z',
  last_used_at: null,
  revoked_at: null,
} as const

/** Examples of keys of organisations. */
export const organizationExamples = {
  createOrganizationKey: {
    target: '/api/organizations/acme/keys',
    headers: key,
    json: { name: 'nightly runs', scopes: ['pipelines:run', 'evidence:read'] },
    status: 201,
    answer: { ...made, scopes: [...made.scopes], key: 'wck_q2n5xw7d_b25seSB0aGlzIGFuc3dlciBoYXMgaXQsIG9uY2UuLi4' },
  },
  listOrganizationKeys: {
    target: '/api/organizations/acme/keys',
    headers: key,
    status: 200,
    answer: { keys: [{ ...made, scopes: [...made.scopes] }] },
  },
  revokeOrganizationKey: {
    target: `/api/organizations/acme/keys/${made.id}`,
    headers: key,
    status: 200,
    answer: { ...made, scopes: [...made.scopes], state: 'revoked', revoked_at: '2026-11-20T08:00:00.000Z' },
  },
  listOrganizationAudit: {
    target: '/api/organizations/acme/audit',
    headers: key,
    status: 200,
    answer: {
      entries: [
        {
          at: exampleNames.at,
          actor: 'key f3kq7zma',
          action: 'key_made',
          target: 'q2n5xw7d',
          network: '192.0.2.0/24',
        },
      ],
    },
  },
} as const satisfies Record<string, OperationExample>
