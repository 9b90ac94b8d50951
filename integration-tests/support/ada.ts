/** The customer of every test: address and card input. */
export const ADDRESS = {
  first_name: "Ada",
  last_name: "Lovelace",
  address_1: "Hauptstr. 1",
  city: "Berlin",
  postal_code: "10115",
  country_code: "de",
};

export interface CardInput {
  readonly number: string;
  readonly expiry_month: string;
  readonly expiry_year: string;
  readonly security_code: string;
  readonly holder_first_name: string;
  readonly holder_last_name: string;
}

export const cardInput = (number: string): CardInput => ({
  number,
  expiry_month: "12",
  expiry_year: "2039",
  security_code: "123",
  holder_first_name: "Ada",
  holder_last_name: "Lovelace",
});
