/**
 * Logo of our issuers as a data URL, so that a wallet shows it without another request. HAIP section 4.1 asks wallets
 * that show images to take SVG from data URLs. A white ring on dark blue, 64 x 64:
 * `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="#12355b"/><circle
 * cx="32" cy="32" r="16" fill="none" stroke="#fff" stroke-width="6"/></svg>` on one line.
 */
export const issuerLogo = {
  uri: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA2NCA2NCI+PHJlY3Qgd2lkdGg9IjY0IiBoZWlnaHQ9IjY0IiByeD0iMTIiIGZpbGw9IiMxMjM1NWIiLz48Y2lyY2xlIGN4PSIzMiIgY3k9IjMyIiByPSIxNiIgZmlsbD0ibm9uZSIgc3Ryb2tlPSIjZmZmIiBzdHJva2Utd2lkdGg9IjYiLz48L3N2Zz4=',
  alt_text: 'A white ring on dark blue',
}
