import type { JsonObject } from '@/lib/core/json'
import { DetailSection } from '../detail-section'
import { Facts } from '../facts'

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** What the common codes say. OID4VP-1FINAL-8.5 */
const meaningOf: Readonly<Record<string, string>> = {
  access_denied: 'The user did not agree, or the wallet holds nothing that fits, or it will not say which.',
  invalid_request: 'The wallet found the request wrong. Compare it with the problems and warnings of the session.',
  invalid_client: 'The wallet did not accept who asks: the client identifier or the certificate behind it.',
  invalid_scope: 'The wallet does not know the scope that was asked for.',
  vp_formats_not_supported: 'The wallet presents none of the formats that were asked for.',
  invalid_request_uri_method: 'The wallet does not know how the request is to be fetched.',
  invalid_transaction_data: 'The wallet did not accept the transaction data.',
  wallet_unavailable: 'The wallet could not be opened.',
}

/** The error that the wallet answered with, as what it is: its answer. */
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
          ['Means', code === null ? null : (meaningOf[code] ?? 'A code of the wallet’s own.')],
          ['Said', text(error.error_description)],
          ['More at', text(error.error_uri)],
          ['Encrypted', error.encrypted === true ? 'yes' : 'no'],
        ]}
      />
    </DetailSection>
  )
}
