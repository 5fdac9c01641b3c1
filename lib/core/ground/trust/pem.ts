/** A certificate as PEM, of its DER in base64. RFC 7468 section 5 */
export const certificatePem = (der: string): string =>
  ['-----BEGIN CERTIFICATE-----', ...(der.match(/.{1,64}/g) ?? []), '-----END CERTIFICATE-----', ''].join('\n')
