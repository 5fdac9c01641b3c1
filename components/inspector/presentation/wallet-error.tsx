import type { JsonObject } from '@/lib/core/json'
import { DetailSection } from '../detail-section'
import { Facts } from '../facts'

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The meaning of the common codes. OID4VP-1FINAL-8.5 */
const meaningOf: Readonly<Record<string, string>> = {
  access_denied: 'The user declined, the wallet has no matching credential, or the wallet does not say which.',
  invalid_request: 'The wallet considers the request invalid. Look at the problems and warnings of the session.',
  invalid_client: 'The wallet did not accept the verifier: its client identifier or certificate.',
  invalid_scope: 'The wallet does not know the requested scope.',
  vp_formats_not_supported: 'The wallet supports none of the requested formats.',
  invalid_request_uri_method: 'The wallet does not support the request_uri_method.',
  invalid_transaction_data: 'The wallet did not accept the transaction data.',
  wallet_unavailable: 'The wallet could not be invoked.',
}

/** The wallet's error, shown as its response. */
export function WalletError({ error }: { readonly error: JsonObject }) {
  const code = text(error.error)
  return (
    <DetailSection title="The wallet answered with an error">
      <Facts
        facts={[
          [
            'Code',
            code === null ? (
              'none'
            ) : (
              <code key="c" className="wire">
                {code}
              </code>
            ),
          ],
          ['Means', code === null ? null : (meaningOf[code] ?? 'A code defined by the wallet.')],
          ['Said', text(error.error_description)],
          ['More at', text(error.error_uri)],
          ['Encrypted', error.encrypted === true ? 'yes' : 'no'],
        ]}
      />
    </DetailSection>
  )
}
