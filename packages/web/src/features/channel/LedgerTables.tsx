import type { ItemCounts, KeptItem, WebhookLedger } from '@parley/core/api/webhooks'
import { Moment } from '../../ui/Moment.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { Cell, HeaderCell, Table } from '../../ui/Table.tsx'
import styles from './ledger.module.css'
import { endLabel, nounLabel } from './words.ts'

const figures = [
  ['received', 'Received'],
  ['shown', 'Shown'],
  ['folded', 'Folded'],
  ['noted', 'Noted'],
  ['refused', 'Refused'],
] as const satisfies readonly (readonly [keyof ItemCounts, string])[]

/** The sums of each hour or day in which anything came, the newest first. */
export function StepTable({ steps, label }: { steps: WebhookLedger['steps']; label: string }) {
  return (
    <ScrollBox label={label}>
      <Table label={label} density="tight" wide>
        <thead>
          <tr>
            <HeaderCell>From</HeaderCell>
            {figures.map(([key, title]) => (
              <HeaderCell key={key} align="end">
                {title}
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody className={styles.rows}>
          {steps.toReversed().map(step => (
            <tr key={step.from}>
              <Cell>
                <Moment iso={step.from} />
              </Cell>
              {figures.map(([key]) => (
                <Cell key={key} align="end">
                  {step[key].toLocaleString()}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </ScrollBox>
  )
}

/** Items that stand in no conversation, newest first. */
export function KeptTable({ items }: { items: readonly KeptItem[] }) {
  return (
    <ScrollBox label="Noted and refused items">
      <Table label="Noted and refused items" density="tight" wide>
        <thead>
          <tr>
            {['When', 'End', 'What', 'Why'].map(title => (
              <HeaderCell key={title}>{title}</HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody className={styles.rows}>
          {items.map(item => (
            <tr key={item.id}>
              <Cell>
                <Moment iso={item.at} />
              </Cell>
              <Cell data-refused={item.end === 'refused' || undefined}>{endLabel(item.end)}</Cell>
              <Cell>{nounLabel(item.noun)}</Cell>
              <Cell>{item.reason}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </ScrollBox>
  )
}
