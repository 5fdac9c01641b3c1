import type { OperationExample } from './operation-example'

/** Examples of publishing a wallet. */
export function publishedExamples(base: string) {
  const page = `${base}/wallets/quillfern`
  const headers = { Authorization: 'Bearer wcp_bm90IGEgcmVhbCB0b2tlbiBhdCBhbGwhb25lIG1vcmU' }
  return {
    publishWallet: {
      target: '/wallets?slug=quillfern&contact=https://quillfern.example&days=90',
      headers,
      status: 201,
      answer: {
        slug: 'quillfern',
        wallet: { name: 'Quillfern', version: '2.4.1' },
        page_url: page,
        version_url: `${page}/2.4.1`,
        badge_url: `${base}/badge/wallet/quillfern.svg`,
        expires_at: '2027-02-12T09:41:35.104Z',
      },
    },
    removeWallet: { target: '/wallets/quillfern/2.4.1', headers, status: 204 },
    getPublishedFile: {
      target: '/wallets/quillfern/2.4.1/statement.tar',
      status: 200,
      mediaType: 'application/x-tar',
    },
    getWalletBadge: { target: '/badge/wallet/quillfern.svg', status: 200, mediaType: 'image/svg+xml' },
  } as const satisfies Record<string, OperationExample>
}
