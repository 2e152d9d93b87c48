import { plural, t } from '@parley/core/text/translate'
import type { OrderEntity } from '@parley/core/messages/details'
import { orderTotal, priceLabel } from '@parley/core/messages/rules'
import { HStack, Text } from '../../../ui/layout/Layout.tsx'
import styles from './details.module.css'

/** Products that the customer orders, with what they cost. */
export function OrderTable({ order }: { order: OrderEntity }) {
  const { text, items, catalogue } = order
  const total = orderTotal(order)
  return (
    <div role="group" aria-label={t('Order')} className={styles.card}>
      <HStack as="p" gap={1} tone="muted" className={styles.over}>
        {plural(items.length, { one: 'Order, {count} product', other: 'Order, {count} products' })}
      </HStack>
      {text !== null && (
        <Text as="p" dir="auto" flex="shrink" breaks className={styles.words}>
          {text}
        </Text>
      )}
      {items.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('Product')}</th>
              <th scope="col" className={styles.end}>
                {t('Quantity')}
              </th>
              <th scope="col" className={styles.end}>
                {t('Price')}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ product, quantity, price, currency }, index) => (
              // An order never changes, and may name one product twice.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <td>{product}</td>
                <td className={styles.end}>{quantity ?? '?'}</td>
                <td className={styles.end}>{price === null ? '?' : priceLabel(price, currency)}</td>
              </tr>
            ))}
          </tbody>
          {total !== null && (
            <tfoot>
              <tr>
                <th scope="row" colSpan={2}>
                  {t('Total')}
                </th>
                <td className={styles.end}>{priceLabel(total.amount, total.currency)}</td>
              </tr>
            </tfoot>
          )}
        </table>
      )}
      {catalogue !== null && (
        <Text as="p" tone="muted" breaks className={styles.faint}>
          {t('Catalogue {catalogue}', { catalogue })}
        </Text>
      )}
    </div>
  )
}
