import { Fragment } from 'react'

/** Comma-separated protocol names; a line breaks between two names, never inside one. */
export const ProtocolNames = ({ protocols }: { readonly protocols: readonly string[] }) =>
  protocols.map((protocol, index) => (
    <Fragment key={protocol}>
      {index > 0 && ' '}
      <span className="whitespace-nowrap">
        {protocol}
        {index < protocols.length - 1 && ','}
      </span>
    </Fragment>
  ))
