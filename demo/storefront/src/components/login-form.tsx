import type { FormEvent } from "react";
import { useState } from "react";
import { useAccount } from "../lib/use-account";
import { useTask } from "../lib/use-task";
import { Field } from "./field";

/** Log in, or create an account first. The password stays in this component's memory. */
const EMPTY = { email: "", password: "", firstName: "", lastName: "" };
type Name = keyof typeof EMPTY;

export function LoginForm() {
  const { logIn, register } = useAccount();
  const { isBusy, problem, run } = useTask();
  const [isNew, setNew] = useState(false);
  const [form, setForm] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const asked: readonly Name[] = isNew ? ["firstName", "lastName", "email", "password"] : ["email", "password"];
    const found = Object.fromEntries(
      asked.filter((name) => !isGood(name, form[name])).map((name) => [name, HINTS[name]]),
    );
    setErrors(found);
    const wrong = asked.find((name) => name in found);
    if (wrong) {
      document.getElementById(idOf(wrong))?.focus();
      return;
    }
    const { email, password, firstName, lastName } = form;
    const login = { email: email.trim().toLowerCase(), password };
    void run(() =>
      isNew ? register({ ...login, firstName: firstName.trim(), lastName: lastName.trim() }) : logIn(login),
    );
  };

  const field = (name: Name, label: string, input: { autoComplete: string; type?: string }) => (
    <Field
      {...input}
      id={idOf(name)}
      label={label}
      maxLength={100}
      value={form[name]}
      error={errors[name]}
      onValue={(value) => setForm((current) => ({ ...current, [name]: value }))}
    />
  );

  return (
    <form onSubmit={submit} noValidate>
      {isNew ? (
        <div className="pair">
          {field("firstName", "First name", { autoComplete: "given-name" })}
          {field("lastName", "Last name", { autoComplete: "family-name" })}
        </div>
      ) : null}
      {field("email", "E-mail", { autoComplete: "username", type: "email" })}
      {field("password", "Password", { autoComplete: isNew ? "new-password" : "current-password", type: "password" })}
      <p role="alert" className="problem">
        {problem}
      </p>
      <button className="button" data-testid="log-in" disabled={isBusy}>
        {isBusy ? "One moment…" : isNew ? "Create an account" : "Log in"}
      </button>{" "}
      <button type="button" className="link" data-testid="register-instead" onClick={() => setNew(!isNew)}>
        {isNew ? "I have an account" : "I am new here"}
      </button>
    </form>
  );
}

const HINTS: Readonly<Record<Name, string>> = {
  email: "Enter an e-mail address such as ada@example.com.",
  password: "Enter a password of at least 8 characters.",
  firstName: "Enter your first name.",
  lastName: "Enter your last name.",
};

function isGood(name: Name, value: string): boolean {
  if (name === "email") return /^\S+@\S+\.\S+$/.test(value.trim());
  return name === "password" ? value.length >= 8 : value.trim() !== "";
}

const idOf = (name: Name): string => `account-${name.toLowerCase()}`;
