import type { OperationExample } from './operation-example'

const key = { 'X-Api-Key': '<ADMIN_API_KEY>' }
const instants = { created: '2026-11-14T09:40:46.000Z', updated: '2026-11-14T09:40:46.000Z' }
const wallet = {
  id: 'w3l1e7t0q9p2m5x',
  kind: 'wallets',
  organization: 'acme',
  name: 'Quillfern',
  canonified_name: 'quillfern',
  path: 'acme/quillfern',
  published: false,
  description: '',
  home_url: 'https://quillfern.example',
  playstore_url: '',
  appstore_url: '',
  logo_url: null,
  ...instants,
}
const ofWallet = `/api/organizations/acme/wallets/${wallet.id}`

/** Examples of operations about organisations and what they own. */
export function entityExamples(base: string) {
  const organization = {
    id: 'o7r2g5a8n1i4z6t',
    name: 'Acme',
    canonified_name: 'acme',
    namespace: 'acme',
    description: '',
    website: 'https://acme.example',
    logo_url: null,
    namespace_state: 'ready',
    namespace_problem: '',
    status_url: `${base}/api/organizations/acme`,
    ...instants,
  }
  return {
    listOrganizations: {
      target: '/api/organizations?per_page=1',
      headers: key,
      status: 200,
      answer: { page: 1, per_page: 1, total: 1, organizations: [organization] },
    },
    createOrganization: {
      target: '/api/organizations',
      headers: key,
      json: { name: 'Acme', website: 'https://acme.example' },
      status: 201,
      answer: organization,
    },
    getOrganization: { target: '/api/organizations/acme', headers: key, status: 200, answer: organization },
    patchOrganization: {
      target: '/api/organizations/acme',
      headers: { ...key, 'If-Match': '"5f2c"' },
      json: { website: 'https://www.acme.example' },
      status: 200,
      answer: { ...organization, website: 'https://www.acme.example' },
    },
    deleteOrganization: {
      target: '/api/organizations/acme',
      headers: key,
      status: 200,
      answer: {
        success: true,
        message: 'The organisation has been deleted, with everything that it owned. Its namespace stays in Temporal.',
      },
    },
    listEntities: {
      target: '/api/organizations/acme/wallets?search=quill',
      headers: key,
      status: 200,
      answer: { page: 1, per_page: 20, total: 1, entities: [wallet] },
    },
    createEntity: {
      target: '/api/organizations/acme/wallets',
      headers: key,
      json: { name: 'Quillfern', home_url: 'https://quillfern.example' },
      status: 201,
      answer: wallet,
    },
    getEntity: { target: ofWallet, headers: key, status: 200, answer: wallet },
    patchEntity: {
      target: ofWallet,
      headers: { ...key, 'If-Match': '"5f2c"' },
      json: { published: true },
      status: 200,
      answer: { ...wallet, published: true },
    },
    deleteEntity: {
      target: ofWallet,
      headers: key,
      status: 200,
      answer: { success: true, message: 'The record has been deleted.' },
    },
  } as const satisfies Record<string, OperationExample>
}
